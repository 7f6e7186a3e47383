/** A child for tests. It ends itself at a picture that begins with 0xff, says nothing at one with 0xfe, and answers `still` otherwise. */
process.on('disconnect', () => process.exit(0))
process.on('message', ({ id, task }: { id: number; task: { picture?: { bytes: Uint8Array } } }) => {
  const first = task.picture?.bytes[0]
  if (first === 0xff) process.kill(process.pid, 'SIGSEGV')
  else if (first === 0xfd) process.send?.({ type: 'look', id, look: { kind: 'nonsense' } })
  else if (first !== 0xfe) process.send?.({ type: 'look', id, look: { kind: 'moved', boxes: [] } })
})
process.send?.({ type: 'ready' })
