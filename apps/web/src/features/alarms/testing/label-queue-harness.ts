import {
  createLabelQueue,
  type Kept,
  type Label,
  type LabelFailure,
  type SentGroup,
  type UnsentLabel,
} from '../model/label-queue.ts'
import { createManualClock, settle } from './manual-clock.ts'

type Sent = { id: string; groundTruth: Label; expected: Label }

/** A queue with a server whose answers the test triggers. */
export function labelQueueHarness() {
  const clock = createManualClock()
  const sent: Sent[] = []
  const answers: { resolve: (sent: SentGroup) => void; reject: (failure: LabelFailure) => void }[] = []
  const groups: (readonly UnsentLabel[])[] = []
  const settled: (readonly UnsentLabel[])[] = []
  let acts = 0
  const conflicts: [string, Label][] = []
  const refused: string[] = []
  const finished: string[] = []
  const kept: [string, Kept][] = []
  const remembered: (readonly UnsentLabel[])[] = []
  const queue = createLabelQueue({
    send(group) {
      groups.push(group)
      for (const { alarmId, to, expected } of group) sent.push({ id: alarmId, groundTruth: to, expected })
      return new Promise((resolve, reject) => {
        answers.push({ resolve, reject })
      })
    },
    failureOf: (error) => (error === 'conflict' || error === 'refused' || error === 'trouble' ? error : 'later'),
    schedule: clock.schedule,
    onSettled: (group) => settled.push(group),
    onConflict: ({ alarmId, to }) => conflicts.push([alarmId, to]),
    onRefused: (ids) => refused.push(...ids),
    onFinished: ({ act, undoes }) => finished.push(undoes ? `${act} undone` : act),
    onKept: (id, why) => kept.push([id, why]),
    remember: (labels) => remembered.push(labels),
  })
  const label = (alarmId: string, to: Label, expected: Label, act = `act-${(acts += 1)}`) => ({
    alarmId,
    to,
    expected,
    reason: null,
    act,
  })
  return {
    queue,
    clock,
    sent,
    groups,
    label,
    choose: (...given: Parameters<typeof label>) => queue.choose([label(...given)]),
    settled,
    conflicts,
    refused,
    finished,
    kept,
    /** The labels that another page would find. */
    left: () => remembered.at(-1),
    async succeed() {
      answers.shift()?.resolve({ conflicts: [], gone: [] })
      await settle()
    },
    async answer(reply: SentGroup) {
      answers.shift()?.resolve(reply)
      await settle()
    },
    async fail(failure: LabelFailure) {
      answers.shift()?.reject(failure)
      await settle()
    },
  }
}
