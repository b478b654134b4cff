export const width = 760;
export const padding = 24;

/** A picture that reads on a light page and on a dark one. */
export function svg({ title, description, height, content }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">${escape(title)}</title>
<desc id="description">${escape(description)}</desc>
<style>
  svg { color-scheme: light dark; }
  text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2328; }
  .heading { font-weight: 600; font-size: 15px; }
  .value { fill: #59636e; font-variant-numeric: tabular-nums; }
  .floor { fill: #8c959f; stroke: #8c959f; }
  .other { fill: #bf8700; stroke: #bf8700; }
  .nest { fill: #6e7781; stroke: #6e7781; }
  .own { fill: #0969da; stroke: #0969da; }
  rect { stroke: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .value { fill: #9198a1; }
    .floor { fill: #7d8590; stroke: #7d8590; }
    .other { fill: #d29922; stroke: #d29922; }
    .nest { fill: #9198a1; stroke: #9198a1; }
    .own { fill: #4493f8; stroke: #4493f8; }
  }
  .line { fill: none; stroke-width: 2; }
  .second { stroke-dasharray: 6 4; }
</style>
${content}
</svg>
`;
}

export function kindOf(name) {
  if (name.startsWith('floor')) return 'floor';
  if (name.startsWith('nest')) return 'nest';
  return name.startsWith('better-auth') ? 'other' : 'own';
}

export function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
