import { Menu } from '@mantine/core'
import type { Alarm } from '@winnow/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { MenuDropdown } from '../../../ui/menu-dropdown.tsx'
import { sightingText } from '../../alarm-words/index.ts'
import { bestFrame, boxAsArea, DrawingTools, MaskStage, type MaskAction } from '../../clients/index.ts'
import css from './ask.module.css'
import { boxesToMask, textOfBox } from './boxes-to-mask.ts'
import type { useDrawing } from './use-drawing.ts'

interface AskDrawingProps {
  alarm: Alarm
  state: ReturnType<typeof useDrawing>['state']
  act: (action: MaskAction) => void
  error: string | undefined
}

/** The picture of the alarm, on which somebody draws what should be masked. */
export function AskDrawing({ alarm, state, act, error }: AskDrawingProps) {
  const { t } = useTranslation('cure')
  const { t: tAlarm } = useTranslation('alarms')
  // Receives the focus from buttons that disappear or become disabled after their action.
  const stage = useRef<HTMLDivElement>(null)
  const step = (action: MaskAction) => {
    act(action)
    stage.current?.focus({ preventScroll: true })
  }
  const boxes = boxesToMask(alarm)
  const frame = bestFrame(alarm)
  return (
    <div className={css['drawing']} data-path="areas">
      <div className={css['tools']} role="toolbar" aria-label={t('ask.draw')}>
        <DrawingTools state={state} step={step} act={act} blind={frame === undefined} />
        {boxes.length > 0 && (
          <Menu>
            <Menu.Target>
              <Button disabled={state.drawing !== null}>{t('ask.found')}</Button>
            </Menu.Target>
            <MenuDropdown>
              {boxes.map((detection) => (
                <Menu.Item
                  key={textOfBox(detection.box)}
                  onClick={() => {
                    const area = boxAsArea(textOfBox(detection.box))
                    if (area) act({ type: 'replace', masks: [...state.masks, area] })
                  }}
                >
                  {t('mask.box', { what: sightingText(detection.label, detection, tAlarm), n: detection.frame + 1 })}
                </Menu.Item>
              ))}
            </MenuDropdown>
          </Menu>
        )}
      </div>
      <p
        className={css['help']}
        data-bad={error !== undefined || undefined}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? t('ask.draw')}
      </p>
      <MaskStage
        view={{ name: alarm.viewName }}
        frame={frame}
        state={state}
        act={act}
        locked={false}
        stage={stage}
        crossed={[]}
        theirs={[]}
      />
    </div>
  )
}
