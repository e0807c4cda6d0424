/** Style of all HTML reports, in light and dark. */
export const reportStyle = `
:root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin-bottom: 0; }
h2 { font-size: 1rem; margin: 1.6rem 0 0.4rem; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; }
th, td { padding: 0.35rem 0.6rem; border-bottom: 1px solid light-dark(#ddd, #333); vertical-align: top; }
code { font-size: 0.85rem; }
.passed { color: light-dark(#166534, #86efac); }
.failed { color: light-dark(#b01c1c, #fca5a5); }
.note, .code { color: light-dark(#555, #aaa); }`;
