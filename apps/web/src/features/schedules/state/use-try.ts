import { type BodyInput, type ReplyOf, TRY_PARTS, trySchedule } from '@winnow/contract'
import { useRef, useState } from 'react'
import { useOperation } from '../../../lib/query/use-operation.ts'

type Tried = Pick<ReplyOf<typeof trySchedule>, 'received' | 'counted' | 'wouldCount'>

/** Where alarms are taken from: a site, a camera, or all that follow a template. */
export type TriedOf = { siteId: string } | { viewId: string } | { templateId: string }

type Content = Omit<BodyInput<typeof trySchedule>, 'siteId' | 'viewId' | 'templateId' | 'part' | 'till'>

const add = (one: Tried, other: Tried): Tried => ({
  received: one.received + other.received,
  counted: one.counted + other.counted,
  wouldCount: one.wouldCount + other.wouldCount,
})

/** Tries a schedule with the alarms of the last 30 days. The many of a template are tried part by part, and can be stopped. */
export function useTry(of: TriedOf, content: Content) {
  const asked = JSON.stringify(content)
  const [result, setResult] = useState<{ asked: string; tried: Tried }>()
  const [done, setDone] = useState<number>()
  const isStopped = useRef(false)
  const run = useOperation(trySchedule)
  const tryParts = async () => {
    const first = await run.mutateAsync({ body: { ...of, ...content, part: 0 } })
    // The time ends now for all parts. The first part says when it began.
    const till = new Date(Date.parse(first.till) + (TRY_PARTS - 1) * (Date.parse(first.till) - Date.parse(first.since)))
    let tried: Tried = first
    for (let part = 1; part < TRY_PARTS && !isStopped.current; part += 1) {
      setDone(part)
      tried = add(tried, await run.mutateAsync({ body: { ...of, ...content, part, till: till.toISOString() } }))
    }
    return isStopped.current ? undefined : tried
  }
  const start = async () => {
    isStopped.current = false
    setDone(0)
    try {
      const tried = 'templateId' in of ? await tryParts() : await run.mutateAsync({ body: { ...of, ...content } })
      if (tried) setResult({ asked, tried })
    } catch {
      // The operation has told it.
    } finally {
      setDone(undefined)
    }
  }
  return {
    start: () => void start(),
    stop: () => {
      isStopped.current = true
    },
    /** How many parts were tried so far; undefined if nothing is tried now. */
    done,
    // A result of other times says nothing about these.
    tried: result?.asked === asked ? result.tried : undefined,
  }
}
