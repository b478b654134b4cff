export const width = 760;
export const padding = 24;

/** Returns an image that is readable on light and dark pages. */
export function svg({ title, description, height, content }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">${escape(title)}</title>
<desc id="description">${escape(description)}</desc>
<style>
  svg { color-scheme: light dark; }
  text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2328; }
  .heading { font-weight: 600; font-size: 15px; }
  .value { fill: #59636e; font-variant-numeric: tabular-nums; }
  .floor { color: #8c959f; fill: currentColor; }
  .other { color: #bf8700; fill: currentColor; }
  .nest { color: #6e7781; fill: currentColor; }
  .own { color: #0969da; fill: currentColor; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .value { fill: #9198a1; }
    .floor { color: #7d8590; }
    .other { color: #d29922; }
    .nest { color: #9198a1; }
    .own { color: #4493f8; }
  }
  .line { fill: none; stroke: currentColor; stroke-width: 2; }
  .second { stroke-dasharray: 6 4; }
</style>
${content}
</svg>
`;
}

export function getKind(name) {
  if (name.startsWith('floor')) return 'floor';
  if (name.startsWith('nest')) return 'nest';
  return name.startsWith('better-auth') ? 'other' : 'own';
}

export function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
