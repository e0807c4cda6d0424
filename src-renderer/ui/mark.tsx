/** The product's mark: a hook with its barb, and the line that it hangs on. */
export function Mark({ size = 22 }: { size?: number | undefined }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 22 22"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label="Hookwright"
    >
      <path d="M14.5 3v9.5a5 5 0 0 1-10 0V11" />
      <path d="m2 13 2.5-2.5L7 13" />
      <circle cx="14.5" cy="3.2" r=".6" fill="currentColor" />
      <path d="M18.5 8.5v4" opacity=".45" />
    </svg>
  );
}
