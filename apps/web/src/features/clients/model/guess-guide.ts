import type { GuideId } from '@winnow/i18n/device-setup'

/** Words in a model's name that identify its maker, including other names of the same devices. */
const MAKERS: readonly (readonly [RegExp, GuideId])[] = [
  [/hikvision|hiwatch|\bds-/i, 'hikvision'],
  [/dahua|amcrest|lorex|\bipc-h|\bdh-/i, 'dahua'],
  [/axis/i, 'axis'],
  [/reolink|\brlc-/i, 'reolink'],
  [/hanwha|wisenet|samsung/i, 'hanwha'],
  [/uniview|\bunv\b/i, 'uniview'],
]

/** The guide for a device, as far as its model's name identifies the maker. */
export function guessGuide(model: string | null): GuideId | undefined {
  return MAKERS.find(([words]) => words.test(model ?? ''))?.[1]
}
