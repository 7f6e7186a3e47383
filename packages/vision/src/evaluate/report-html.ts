import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { AlarmAnalysis } from '../alarm-analysis.ts'
import type { Box, Detection } from '../types.ts'
import { curveCells, figuresOf, groupedFigures, RECALLS, type GroupFigures } from './figures.ts'
import { isPassed, type Result } from './run-alarms.ts'
import { formatShare } from './wilson.ts'

const THUMBNAIL_WIDTH = 480
const MANY = 30

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

const rectangle = ({ x, y, width, height }: Box, style: string): string =>
  `<rect x="${x * 100}%" y="${y * 100}%" width="${width * 100}%" height="${height * 100}%" class="${style}"/>`

function drawDetection(detection: Detection): string {
  const style = detection.counted ? 'counted' : 'ignored'
  const words = `${detection.label} ${detection.score.toFixed(2)} ${detection.model}`
  return `<g>${rectangle(detection.box, style)}<text x="${detection.box.x * 100}%" y="${detection.box.y * 100}%" dy="-3">${escape(words)}</text></g>`
}

/** A frame of an alarm as an HTML picture, with motion and detections drawn over it. */
async function drawFrame(file: string, analysis: AlarmAnalysis, index: number): Promise<string> {
  const frame = analysis.frames[index]
  const jpeg = await sharp(await readFile(file), { failOn: 'none' })
    .rotate()
    .resize({ width: THUMBNAIL_WIDTH, withoutEnlargement: true })
    .jpeg({ quality: 72 })
    .toBuffer()
    .catch(() => undefined)
  if (jpeg === undefined) return `<p>${escape(path.basename(file))} cannot be read</p>`
  const motion = (frame?.motion ?? []).map((box) => rectangle(box, 'motion')).join('')
  const seen = analysis.detections
    .filter((detection) => detection.frame === index)
    .map(drawDetection)
    .join('')
  return `<figure><img alt="Frame ${index + 1}" src="data:image/jpeg;base64,${jpeg.toString('base64')}"><svg>${motion}${seen}</svg></figure>`
}

async function drawCase(result: Result): Promise<string> {
  const { alarm, analysis } = result
  const reasons = analysis.reasons.map(({ code, params }) => `${code}${params ? ` ${JSON.stringify(params)}` : ''}`)
  const frames = await Promise.all(alarm.files.map((file, index) => drawFrame(file, analysis, index)))
  const facts = [alarm.class, alarm.condition, `camera ${alarm.camera}`, `evidence ${result.evidence.toFixed(3)}`]
  return `<section><h3>${escape(alarm.id)}</h3><p>${escape(facts.join(' · '))}</p><p>${reasons.map((reason) => `<code>${escape(reason)}</code>`).join(' ')}</p><div class="frames">${frames.join('')}</div></section>`
}

const cells = (values: readonly (string | number)[]): string => values.map((value) => `<td>${value}</td>`).join('')

function table(title: string, groups: readonly GroupFigures[]): string {
  const rows = groups
    .slice(0, MANY)
    .map(
      ({ name, alarms, recall, reduction, curve }) =>
        `<tr><th scope="row">${escape(name)}</th>${cells([alarms, formatShare(recall), formatShare(reduction), ...curveCells(curve)])}</tr>`,
    )
    .join('')
  const rest = groups.length > MANY ? `<p>${groups.length - MANY} more are left out.</p>` : ''
  return `<h2>${escape(title)}</h2><table><thead><tr><th>Group</th><th>Alarms</th><th>Recall</th><th>Reduction</th><th>Area</th>${RECALLS.map((recall) => `<th>% at ${recall.toFixed(2)}</th>`).join('')}</tr></thead><tbody>${rows}</tbody></table>${rest}`
}

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:1200px;padding:0 1rem;color:#1b1f24;background:#fff}
table{border-collapse:collapse}th,td{text-align:left;padding:.2rem .8rem .2rem 0;border-bottom:1px solid #ddd}
.frames{display:flex;flex-wrap:wrap;gap:.5rem}figure{position:relative;margin:0;line-height:0}svg{position:absolute;inset:0;width:100%;height:100%}
rect{fill:none;stroke-width:2}.counted{stroke:#e5484d}.ignored{stroke:#8a8f98;stroke-dasharray:4}.motion{stroke:#2f81f7;stroke-dasharray:2}
text{font:11px system-ui;fill:#fff;paint-order:stroke;stroke:#000;stroke-width:3px}code{background:#f2f3f5;padding:0 .3em}
@media(prefers-color-scheme:dark){body{color:#d7dae0;background:#101113}th,td{border-color:#333}code{background:#22252a}}`

/** Writes `index.html` into a folder: the figures, and every wrongly judged case with its pictures, boxes, motion and reasons. */
export async function writeReport(
  folder: string,
  title: string,
  packs: readonly string[],
  results: readonly Result[],
): Promise<string> {
  const wrong = results.filter((result) => isPassed(result) !== result.alarm.isTrue)
  const missed = wrong.filter(({ alarm }) => alarm.isTrue)
  const kept = wrong.filter(({ alarm }) => !alarm.isTrue)
  const draw = async (cases: readonly Result[]) => {
    const drawn: string[] = []
    for (const one of cases) drawn.push(await drawCase(one))
    return drawn.join('') || '<p>None.</p>'
  }
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title><style>${STYLE}</style></head><body>
<h1>${escape(title)}</h1><p>Models: ${escape(packs.join(', '))}</p>
${table('All', [figuresOf('all alarms', results), ...groupedFigures(results, ({ alarm }) => [alarm.files.length > 1 ? 'several frames' : 'one frame'])])}
<p>Area: under the curve of all thresholds. % at 0.90: the reduction with the threshold that passes 90 % of the true alarms. A dash where all alarms are true, or all false.</p>
<h2>Missed (${missed.length})</h2>${await draw(missed)}
<h2>Passed in vain (${kept.length})</h2><p>Red: counted. Grey: seen and not counted. Blue: moved.</p>${await draw(kept)}
${table(
  'By class',
  groupedFigures(results, ({ alarm }) => [alarm.class]),
)}
${table(
  'By condition',
  groupedFigures(results, ({ alarm }) => alarm.condition.split(',').map((one) => one.trim())),
)}
${table(
  'By camera',
  groupedFigures(results, ({ alarm }) => [alarm.camera]),
)}
</body></html>
`
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, 'index.html')
  await writeFile(file, html)
  return file
}
