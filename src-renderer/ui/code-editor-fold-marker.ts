const svg = 'http://www.w3.org/2000/svg';

/** Lucide's chevrons. */
const paths = { down: 'm6 9 6 6 6-6', right: 'm9 18 6-6-6-6' } as const;

function icon(path: string): SVGSVGElement {
  const drawing = document.createElementNS(svg, 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.append(document.createElementNS(svg, 'path'));
  drawing.firstElementChild?.setAttribute('d', path);
  return drawing;
}

/** Folds or unfolds a line. The bundled fonts lack CodeMirror's own marker. */
export function foldMarker(isOpen: boolean): HTMLElement {
  const marker = document.createElement('span');
  marker.title = isOpen ? 'Fold line' : 'Unfold line';
  marker.append(icon(isOpen ? paths.down : paths.right));
  return marker;
}
