const two = (n: number) => String(n).padStart(2, '0')

/** A duration as minutes and seconds (`1:05`), from an hour on as hours and minutes with their units (`2 h 05 min`). */
export function spanText(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1_000)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`
}
