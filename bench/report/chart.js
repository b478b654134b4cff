import { count, fixed } from './format.js';

const width = 760;
const padding = 24;
const labelWidth = 190;
const valueWidth = 170;
const barHeight = 18;
const rowHeight = 26;
const headingHeight = 46;

/** Answers per second under each workload, as bars; it reads on a light page and on a dark one. */
export function chart(results) {
  const panels = ['read', 'update', 'create'].map((name) => results[name]).filter(Boolean);
  let top = padding;
  const drawn = panels.map((panel) => {
    const text = drawPanel(panel, top);
    top += headingHeight + panel.contenders.length * rowHeight;
    return text;
  });
  const height = top + padding;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">Answers per second</title>
<desc id="description">${escape(describe(panels))}</desc>
<style>
  svg { color-scheme: light dark; }
  text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2328; }
  .heading { font-weight: 600; font-size: 15px; }
  .value { fill: #59636e; font-variant-numeric: tabular-nums; }
  .floor { fill: #8c959f; }
  .other { fill: #bf8700; }
  .nest { fill: #6e7781; }
  .own { fill: #0969da; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .value { fill: #9198a1; }
    .floor { fill: #7d8590; }
    .other { fill: #d29922; }
    .nest { fill: #9198a1; }
    .own { fill: #4493f8; }
  }
</style>
${drawn.join('\n')}
</svg>
`;
}

function drawPanel({ title, contenders }, top) {
  const longest = Math.max(...contenders.map(({ perSecond }) => perSecond));
  const room = width - 2 * padding - labelWidth - valueWidth;
  const rows = contenders.map((each, index) => {
    const y = top + headingHeight - 14 + index * rowHeight;
    const length = Math.max(2, (each.perSecond / longest) * room);
    const left = padding + labelWidth;
    const baseline = y + barHeight - 5;
    return [
      `<text x="${left - 10}" y="${baseline}" text-anchor="end">${escape(each.title)}</text>`,
      `<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" rx="3" class="${kindOf(each.name)}"/>`,
      `<text x="${(left + length + 8).toFixed(1)}" y="${baseline}" class="value">${escape(valueOf(each))}</text>`,
    ].join('\n');
  });
  return `<text x="${padding}" y="${top + 14}" class="heading">${escape(title)}</text>\n${rows.join('\n')}`;
}

function kindOf(name) {
  if (name.startsWith('floor')) return 'floor';
  if (name.startsWith('nest')) return 'nest';
  return name.startsWith('better-auth') ? 'other' : 'own';
}

function valueOf({ perSecond, ofFloor }) {
  return `${count(perSecond)}/s, ${fixed(ofFloor, 2)} of the floor`;
}

function describe(panels) {
  return panels
    .map(({ title, contenders }) => {
      const bars = contenders.map((each) => `${each.title} ${valueOf(each)}`);
      return `${title}: ${bars.join('; ')}.`;
    })
    .join(' ');
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
