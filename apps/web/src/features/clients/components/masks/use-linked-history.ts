import { useNavigate, useSearch } from '@tanstack/react-router'

/** Whether the address asks for the mask history of the open camera. Closing it removes it from the address. */
export function useLinkedHistory(): { isOpen: boolean; close: () => void } {
  const navigate = useNavigate()
  const isOpen = useSearch({ strict: false, select: ({ history }) => history === true })
  const close = () => {
    if (!isOpen) return
    // The same page stays open, so nothing drawn is lost.
    void navigate({
      to: '.',
      search: (before) => ({ ...before, history: undefined }),
      replace: true,
      ignoreBlocker: true,
    })
  }
  return { isOpen, close }
}
