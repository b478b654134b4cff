import { count, fixed } from './format.js';
import { escape, getKind, padding, svg, width } from './svg.js';

const labelWidth = 190;
const valueWidth = 170;
const barHeight = 18;
const rowHeight = 26;
const headingHeight = 46;

/** Draws the responses per second under each workload as bars. */
export function chart(results) {
  const panels = ['read', 'update', 'create'].map((name) => results[name]).filter(Boolean);
  let top = padding;
  const drawn = panels.map((panel) => {
    const text = drawPanel(panel, top);
    top += headingHeight + panel.contenders.length * rowHeight;
    return text;
  });
  return svg({
    title: 'Answers per second',
    description: describe(panels),
    height: top + padding,
    content: drawn.join('\n'),
  });
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
      `<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" rx="3" class="${getKind(each.name)}"/>`,
      `<text x="${(left + length + 8).toFixed(1)}" y="${baseline}" class="value">${escape(readValue(each))}</text>`,
    ].join('\n');
  });
  return `<text x="${padding}" y="${top + 14}" class="heading">${escape(title)}</text>\n${rows.join('\n')}`;
}

function readValue({ perSecond, ofFloor }) {
  return `${count(perSecond)}/s, ${fixed(ofFloor, 2)} of the floor`;
}

function describe(panels) {
  return panels
    .map(({ title, contenders }) => {
      const bars = contenders.map((each) => `${each.title} ${readValue(each)}`);
      return `${title}: ${bars.join('; ')}.`;
    })
    .join(' ');
}
