import { Select, TextInput } from '@mantine/core'
import { RULE_LIMITS, type View } from '@winnow/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { bestFrame } from '../../model/best-frame.ts'
import { crossedAreas, type MaskAction } from '../../model/mask-editor.ts'
import { conditionsOf, needsZone, type RuleDraft } from '../../model/rule-draft.ts'
import type { ZoneAction, ZoneEditor } from '../../model/zone-editor.ts'
import { useZoneEditor } from '../../state/use-zone-editor.ts'
import { AreaHelp } from '../masks/area-help.tsx'
import { MaskStage } from '../masks/mask-stage.tsx'
import { DrawingTools } from '../masks/mask-tools.tsx'
import masks from '../masks/masks.module.css'
import { useAlarmToDrawOn } from '../masks/use-alarm-to-draw-on.ts'
import css from './rules.module.css'

interface ZonesFieldProps {
  view: View
  form: SchemaForm<RuleDraft>
  locked: boolean
  onDrawing: (isDrawing: boolean) => void
}

/** The zones of a rule, drawn on the camera's last picture. */
export function ZonesField({ view, form, locked, onDrawing }: ZonesFieldProps) {
  const { t } = useTranslation('rules')
  const stage = useRef<HTMLDivElement>(null)
  const { alarm, isPending } = useAlarmToDrawOn(view, undefined)
  const { state, act } = useZoneEditor(form.values.zones, (zones, isDrawing) => {
    form.set('zones', zones)
    onDrawing(isDrawing)
  })
  const { error } = form.field('zones')
  const crossed = crossedAreas(state.areas.masks)
  const frame = alarm && bestFrame(alarm)
  const blind = frame === undefined
  const isFull = state.areas.masks.length >= RULE_LIMITS.zones
  const step = (action: MaskAction) => {
    act(action)
    stage.current?.focus({ preventScroll: true })
  }
  if (isPending) return <Skeleton height={280} />
  return (
    <div className={masks['editor']} data-path="zones">
      <p className={css['hint']}>
        {t('zones.hint')} {needsZone(form.values) ? t('zones.fenceHint') : t('zones.none')}
      </p>
      {!locked && (
        <div className={masks['tools']} role="toolbar" aria-label={t('zones.tools')}>
          <DrawingTools state={state.areas} step={step} act={act} blind={blind || isFull} />
          {isFull && <span className={css['hint']}>{t('zones.tooMany', { n: RULE_LIMITS.zones })}</span>}
        </div>
      )}
      <AreaHelp
        state={state.areas}
        noPicture={blind ? t('zones.noPicture') : undefined}
        locked={locked}
        crossed={crossed}
      />
      {(!blind || state.areas.masks.length > 0) && (
        <MaskStage
          view={view}
          zones={{ label: t('zones.stage', { name: view.name }), names: state.names }}
          frame={frame}
          state={state.areas}
          act={act}
          locked={locked}
          stage={stage}
          crossed={crossed}
          theirs={[]}
        />
      )}
      {typeof error === 'string' && (
        <p className={css['error']} role="alert">
          {error}
        </p>
      )}
      <ZoneNames state={state} act={act} crossed={crossed} />
      <ConditionField form={form} />
    </div>
  )
}

interface ZoneNamesProps {
  state: ZoneEditor
  act: (action: ZoneAction) => void
  crossed: readonly number[]
}

/** The names of the zones. The field of a zone that has the focus selects it on the picture. */
function ZoneNames({ state, act, crossed }: ZoneNamesProps) {
  const { t } = useTranslation('rules')
  if (state.names.length === 0) return null
  return (
    <ul className={css['zones']}>
      {state.names.map((name, zone) => (
        // oxlint-disable-next-line react/no-array-index-key -- the index is the only identity of a zone, whose name is being typed
        <li key={zone}>
          <TextInput
            size="xs"
            label={t('zones.name', { n: zone + 1 })}
            maxLength={100}
            value={name}
            error={crossed.includes(zone) ? t('form.problem.crossed') : name.trim() === ''}
            onFocus={() => state.areas.drawing === null && act({ type: 'select', mask: zone })}
            onChange={(event) => act({ type: 'rename', zone, name: event.currentTarget.value })}
          />
        </li>
      ))}
    </ul>
  )
}

/** How the zones take part, where there is a choice. */
function ConditionField({ form }: { form: SchemaForm<RuleDraft> }) {
  const { t } = useTranslation('rules')
  const conditions = conditionsOf(form.values)
  if (conditions.length < 2) return null
  const { condition } = form.values
  return (
    <Select
      size="xs"
      className={css['narrow']}
      label={t('zones.condition')}
      allowDeselect={false}
      data={conditions.map((value) => ({ value, label: t(`zones.conditions.${value}`) }))}
      value={conditions.includes(condition) ? condition : 'inside'}
      onChange={(value) => form.set('condition', conditions.find((each) => each === value) ?? 'inside')}
    />
  )
}
