import { IconBackpack, IconBike, IconCar, IconPaw, IconQuestionMark, IconWalk, type Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ObjectClass } from '../model/alarm-filters.ts'

const ICONS: Record<ObjectClass, Icon> = {
  person: IconWalk,
  vehicle: IconCar,
  cycle: IconBike,
  animal: IconPaw,
  bag: IconBackpack,
  other: IconQuestionMark,
}

/** A detected class as an icon with its name. */
export function ClassIcon({ name, size = 15 }: { name: ObjectClass; size?: number }) {
  const { t } = useTranslation('alarms')
  const Icon = ICONS[name]
  return (
    <span title={t(`class.${name}`)} style={{ display: 'inline-flex' }}>
      <Icon size={size} stroke={1.8} aria-hidden="true" />
      <span className="wn-visually-hidden">{t(`class.${name}`)}</span>
    </span>
  )
}
