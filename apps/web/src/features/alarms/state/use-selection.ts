import { useCallback, useEffect, useRef, useState } from 'react'
import { schedule } from '../../../lib/schedule.ts'

/** The address is updated at most this often: browsers refuse more than a few hundred changes a minute. */
const ADDRESS_MS = 150

export interface Selection {
  openId: string | null
  /** Opens an alarm at once. `step`: reached by key, so Back skips this alarm; `visit`: chosen, so Back returns to this alarm. */
  open: (id: string | null, how: 'step' | 'visit') => void
}

/**
 * The open alarm. The screen follows at once and the address a moment later, so that a held arrow key is not slowed down. An external
 * change of the address (Back, a link) takes precedence.
 */
export function useSelection(
  addressId: string | null,
  toAddress: (id: string | null, replace: boolean) => void,
): Selection {
  const [openId, setOpenId] = useState(addressId)
  const written = useRef(addressId)
  const cancel = useRef<(() => void) | null>(null)
  const write = useRef(toAddress)
  useEffect(() => {
    write.current = toAddress
  })

  useEffect(() => {
    if (addressId === written.current) return
    written.current = addressId
    cancel.current?.()
    setOpenId(addressId)
  }, [addressId])
  useEffect(() => () => cancel.current?.(), [])

  const open = useCallback((id: string | null, how: 'step' | 'visit') => {
    setOpenId(id)
    cancel.current?.()
    const go = () => {
      cancel.current = null
      if (id === written.current) return
      written.current = id
      write.current(id, how === 'step')
    }
    if (how === 'visit') go()
    else cancel.current = schedule(go, ADDRESS_MS)
  }, [])
  return { openId, open }
}
