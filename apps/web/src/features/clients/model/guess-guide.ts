import type { GuideId } from '@winnow/i18n/device-setup'

/** Words in a model's name that identify its maker, including other brands of the same devices. */
const MAKERS: readonly (readonly [RegExp, GuideId])[] = [
  [/hikvision|hiwatch|\bds-/i, 'hikvision'],
  [/dahua|amcrest|lorex|\bipc-h|\bdh-/i, 'dahua'],
  [/axis/i, 'axis'],
  [/reolink|\brlc-/i, 'reolink'],
  [/hanwha|wisenet|samsung/i, 'hanwha'],
  [/uniview|\bunv\b/i, 'uniview'],
]

/** Returns the guide for a device, or undefined if its model's name does not identify the maker. */
export function guessGuide(model: string | null): GuideId | undefined {
  return MAKERS.find(([words]) => words.test(model ?? ''))?.[1]
}
