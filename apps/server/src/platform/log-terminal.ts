const HIDDEN = new Set(['level', 'time', 'msg', 'module', 'err'])

/**
 * Formats a JSON log line for the terminal: time of day, level if it is not `info`, module, message, fields. A line that is not JSON is
 * returned unchanged.
 */
export function formatForTerminal(line: string): string {
  const entry = parse(line)
  if (!entry) return line
  const { level, time, msg, module, err } = entry
  const parts = [String(time).slice(11, 19)]
  if (level !== 'info') parts.push(String(level).toUpperCase())
  if (module !== undefined) parts.push(`[${text(module)}]`)
  if (msg !== undefined) parts.push(text(msg))
  for (const [name, value] of Object.entries(entry)) {
    if (!HIDDEN.has(name)) parts.push(`${name}=${text(value)}`)
  }
  const head = parts.map(withoutControls).join(' ')
  if (typeof err !== 'object' || err === null) return `${head}\n`
  return `${head} ${errorText(err, level === 'error' || level === 'fatal')}\n`
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null ? { ...entry } : undefined
  } catch {
    return undefined
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function errorText(err: object, withStack: boolean): string {
  if (!withStack || !('stack' in err) || typeof err.stack !== 'string') {
    return withoutControls('message' in err ? text(err.message) : text(err))
  }
  return ['', ...err.stack.split('\n')].map(withoutControls).join('\n    ')
}

/** Removes control characters. Text from cameras and mails must neither control the terminal nor look like a separate log line. */
function withoutControls(part: string): string {
  return part.replace(/\p{Cc}/gu, '?')
}
