import { settingTable } from './settings.ts'

const START = '<!-- settings: written by npm run docs:settings, checked by a test -->'
const END = '<!-- end of settings -->'

/** The settings as Markdown tables, one per group, with the padding of the formatter. */
function settingsMarkdown(): string {
  return settingTable()
    .map(({ group, settings }) => {
      const rows = settings.map((s) => [`\`${s.name}\``, escaped(s.shownDefault), escaped(s.meaning)])
      return `### ${group}\n\n${table(['Setting', 'Default', 'Meaning'], rows)}`
    })
    .join('\n\n')
}

function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}

/**
 * Returns a page with its settings section updated.
 * @throws Error when the page has no such section
 */
export function withSettingsSection(page: string): string {
  const start = page.indexOf(START)
  const end = page.indexOf(END)
  if (start === -1 || end < start) throw new Error('the page has no settings section')
  return `${page.slice(0, start + START.length)}\n\n${settingsMarkdown()}\n\n${page.slice(end)}`
}
