import { type ReactNode, useState } from 'react'
import { type HistoryClient, MaskHistoryOverlay } from './mask-history-overlay.tsx'

/** The overlay with the mask history. `show` opens it for one client, or without one for all clients. */
export function useMaskHistory(): { show: (client: HistoryClient | undefined) => void; dialog: ReactNode } {
  const [shown, setShown] = useState<{ client: HistoryClient | undefined }>()
  return {
    show: (client) => setShown({ client }),
    dialog: shown && <MaskHistoryOverlay client={shown.client} onClose={() => setShown(undefined)} />,
  }
}
