/** Runs something after a while; returns how to call it off. */
export function schedule(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
