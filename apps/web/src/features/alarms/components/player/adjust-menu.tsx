import { Popover, SegmentedControl, Slider, Switch } from '@mantine/core'
import { FONT_SIZES, SCENE_CHANGE_MODES, STROKE_SIZES } from '@winnow/contract'
import { IconAdjustments } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { changePreferences } from '../../../../lib/preferences/change-preferences.ts'
import { usePreference } from '../../../../lib/preferences/user-preferences.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { isUsualLook, LOOK, usualLook } from '../../model/picture-look.ts'
import { compareStore, lookStore, toggleCompare } from '../../state/picture-look-store.ts'
import css from './compare.module.css'

interface LevelProps {
  label: string
  value: number
  text: string
  least: number
  most: number
  step: number
  onChange: (value: number) => void
}

/** A slider with its name and value above. */
function Level({ label, value, text, least, most, step, onChange }: LevelProps) {
  return (
    <div className={css['row']}>
      <span className={css['head']}>
        <span aria-hidden="true">{label}</span>
        <span className={css['value']}>{text}</span>
      </span>
      <Slider
        size="sm"
        label={null}
        thumbLabel={label}
        min={least}
        max={most}
        step={step}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  data: { value: string; label: string }[]
  onChange: (value: string) => void
}

/** One of few values, with its name above. */
function Choice({ label, ...control }: ChoiceProps) {
  const id = useId()
  return (
    <div className={css['row']}>
      <span id={id}>{label}</span>
      <SegmentedControl size="xs" aria-labelledby={id} {...control} />
    </div>
  )
}

function LookLevels() {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const look = useStore(lookStore)
  return (
    <>
      {(['brightness', 'contrast'] as const).map((part) => (
        <Level
          key={part}
          label={t(`look.${part}`)}
          value={look[part]}
          text={t('player.zoomValue', { percent: formats.number(look[part]) })}
          {...LOOK}
          onChange={(value) => lookStore.set((before) => ({ ...before, [part]: value }))}
        />
      ))}
      <Button size="compact-sm" disabled={isUsualLook(look)} onClick={() => lookStore.set(usualLook)}>
        {t('look.reset')}
      </Button>
    </>
  )
}

function CompareChoices({ isPossible }: { isPossible: boolean }) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const on = useStore(compareStore, (state) => state.on)
  const mode = usePreference('sceneChangeMode')
  const opacity = usePreference('sceneChangeOpacity')
  return (
    <>
      <Switch
        size="sm"
        label={t('compare.switch')}
        description={isPossible ? t('compare.hint') : t('compare.single')}
        checked={on && isPossible}
        disabled={!isPossible}
        onChange={toggleCompare}
      />
      <Choice
        label={t('compare.mode')}
        value={mode}
        data={SCENE_CHANGE_MODES.map((each) => ({ value: each, label: t(`compare.modes.${each}`) }))}
        onChange={(value) => {
          const sceneChangeMode = SCENE_CHANGE_MODES.find((each) => each === value)
          if (sceneChangeMode) changePreferences({ sceneChangeMode })
        }}
      />
      {mode === 'overlay' && (
        <Level
          label={t('compare.opacity')}
          value={opacity}
          text={t('player.zoomValue', { percent: formats.number(opacity) })}
          least={0}
          most={100}
          step={5}
          onChange={(sceneChangeOpacity) => changePreferences({ sceneChangeOpacity })}
        />
      )}
    </>
  )
}

function BoxSizes() {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const stroke = usePreference('interpreterStrokeSize')
  const font = usePreference('interpreterFontSize')
  return (
    <>
      <Level
        label={t('look.stroke')}
        value={stroke}
        text={formats.number(stroke)}
        {...STROKE_SIZES}
        step={1}
        onChange={(interpreterStrokeSize) => changePreferences({ interpreterStrokeSize })}
      />
      <Choice
        label={t('look.font')}
        value={String(font)}
        data={FONT_SIZES.map((size) => ({
          value: String(size),
          label: t('player.speedValue', { speed: formats.number(size, 2) }),
        }))}
        onChange={(value) => {
          const interpreterFontSize = FONT_SIZES.find((size) => String(size) === value)
          if (interpreterFontSize !== undefined) changePreferences({ interpreterFontSize })
        }}
      />
    </>
  )
}

/** How pictures and boxes are shown: brightness, contrast, comparison, line and text size. */
export function AdjustMenu({ isComparable }: { isComparable: boolean }) {
  const { t } = useTranslation('alarms')
  const isUsual = useStore(lookStore, isUsualLook)
  const isComparing = useStore(compareStore, (state) => state.on)
  return (
    <Popover trapFocus returnFocus shadow="md" position="top-end" hideDetached={false}>
      <Popover.Target>
        <IconButton label={t('look.open')} active={!isUsual || isComparing}>
          <IconAdjustments size={16} />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('look.open')} aria-labelledby={undefined}>
        <div className={css['menu']}>
          <LookLevels />
          <CompareChoices isPossible={isComparable} />
          <BoxSizes />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
