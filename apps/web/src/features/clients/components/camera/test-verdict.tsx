import type { Alarm } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { problemText } from '../../../alarm-words/index.ts'
import { reasonText } from '../../../alarm-words/index.ts'
import { DetectionsPicture } from '../../../alarm-words/index.ts'
import { HiddenDownload, hiddenFrames } from '../../../../ui/not-shown.tsx'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { VerdictBadge } from '../../../../ui/verdict-badge.tsx'
import { bestFrame } from '../../model/best-frame.ts'
import css from './camera.module.css'

/** The result of a test: pictures with detections, the verdict and its reasons. The alarm is undefined while it is being received. */
export function TestVerdict({ alarm, name, zone }: { alarm: Alarm | undefined; name: string; zone: string }) {
  const { t } = useTranslation(['reasons', 'alarms'])
  const { t: tClients } = useTranslation('clients')
  const { t: tAlarms } = useTranslation('alarms')
  const formats = useFormats()
  const { maskConfig } = useUser().company
  const [chosen, setChosen] = useState<number>()
  const frames = alarm?.frames.filter((frame) => frame.url !== null) ?? []
  const frame = frames.find(({ position }) => position === chosen) ?? (alarm && bestFrame(alarm))
  return (
    <div className={css['verdict']}>
      <div className={css['verdictHead']}>
        <VerdictBadge verdict={alarm?.verdict ?? 'waiting'} />
        <span className={css['notCounted']}>{tClients('test.notCounted')}</span>
        {alarm && <TimeText at={alarm.receivedAt} zone={zone} />}
        {alarm?.verdictAt && (
          <span>
            {tAlarms('verdict.after', {
              time: formats.duration(new Date(alarm.verdictAt).getTime() - new Date(alarm.receivedAt).getTime()),
            })}
          </span>
        )}
      </div>
      {frame ? (
        <DetectionsPicture
          frame={frame}
          alt={tClients('test.picture', { name })}
          seen={alarm ?? { detections: [], reasons: [] }}
          masks={alarm?.masks ?? []}
          maskStyle={maskConfig}
        />
      ) : alarm && alarm.verdict !== null ? (
        <p className={css['bad']}>{tAlarms('player.unreadable')}</p>
      ) : (
        <Skeleton height={240} />
      )}
      {alarm && alarm.verdict !== null && hiddenFrames(alarm.frames).length > 0 && (
        <div className={css['frames']}>
          {hiddenFrames(alarm.frames).map((each) => (
            <HiddenDownload key={each.position} alarm={alarm} frame={each} says />
          ))}
        </div>
      )}
      {frames.length > 1 && (
        <div className={css['frames']} role="group" aria-label={tAlarms('player.filmstrip')}>
          {frames.map((each, index) => (
            <button
              key={each.position}
              type="button"
              aria-pressed={each === frame}
              onClick={() => setChosen(each.position)}
            >
              {formats.number(index + 1)}
            </button>
          ))}
        </div>
      )}
      {alarm && alarm.verdict === null && <p className={css['note']}>{tClients('test.analysing')}</p>}
      {alarm && alarm.verdict !== null && (
        <ul className={css['reasons']}>
          {alarm.reasons.map((reason) => (
            <li key={JSON.stringify(reason)}>{reasonText(reason, alarm, t, formats)}</li>
          ))}
        </ul>
      )}
      {alarm?.problems.map((problem) => (
        <p key={`${problem.code} ${problem.detail ?? ''}`} className={css['bad']}>
          {problemText(problem.code, tAlarms)}
        </p>
      ))}
      {alarm && (
        <div>
          <LinkButton to="/cams/alarms/{-$id}" params={{ id: alarm.id }} search={{ tests: true, camera: alarm.viewId }}>
            {tClients('test.open')}
          </LinkButton>
        </div>
      )}
    </div>
  )
}
