import type { GuideId } from '@winnow/i18n/device-setup'

/** Words in a model's name that identify its maker, including other brands of the same devices. */
const MAKERS: readonly (readonly [RegExp, GuideId])[] = [
  [/hikvision|hiwatch|\bds-/i, 'hikvision'],
  [/dahua|amcrest|lorex|\bipc-h|\bdh-/i, 'dahua'],
  [/axis/i, 'axis'],
  [/reolink|\brlc-/i, 'reolink'],
  [/hanwha|wisenet|samsung/i, 'hanwha'],
  [/uniview|\bunv\b/i, 'uniview'],
  [/pelco|sarix/i, 'pelco'],
]

/** The types of cameras that have a guide of their own. */
const SYSTEMS: readonly GuideId[] = ['immix', 'sentinel', 'rialto', 'exacq', 'pelco']

/** Returns the guide for a camera's system or device, or undefined if neither its type nor its model's name identifies one. */
export function guessGuide({
  integration,
  deviceModel,
}: {
  integration: string
  deviceModel: string | null
}): GuideId | undefined {
  return (
    SYSTEMS.find((system) => system === integration) ?? MAKERS.find(([words]) => words.test(deviceModel ?? ''))?.[1]
  )
}
