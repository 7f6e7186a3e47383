/**
 * Follows a pointer that is down until it is released, also outside the element. The window listens, since the element may be rendered
 * anew meanwhile.
 */
export function followPointer(
  { pointerId }: { pointerId: number },
  onMove: (event: PointerEvent) => void,
  onEnd: () => void = () => undefined,
): void {
  const stop = new AbortController()
  const only = (run: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId === pointerId) run(event)
  }
  window.addEventListener('pointermove', only(onMove), { signal: stop.signal })
  for (const end of ['pointerup', 'pointercancel'] as const)
    window.addEventListener(
      end,
      only(() => {
        stop.abort()
        onEnd()
      }),
      { signal: stop.signal },
    )
}
