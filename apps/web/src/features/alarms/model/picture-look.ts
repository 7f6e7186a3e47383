/** How a picture is shown, in percent of what the camera sent. */
export interface PictureLook {
  brightness: number
  contrast: number
}

export const LOOK = { least: 20, most: 300, step: 10 } as const
export const usualLook: PictureLook = { brightness: 100, contrast: 100 }

/** Makes the picture brighter, darker, or its contrast higher or lower by some steps, within the bounds. */
export function stepLook(look: PictureLook, part: keyof PictureLook, steps: number): PictureLook {
  return { ...look, [part]: Math.min(LOOK.most, Math.max(LOOK.least, look[part] + steps * LOOK.step)) }
}

export const isUsualLook = ({ brightness, contrast }: PictureLook): boolean => brightness === 100 && contrast === 100

/** The CSS filter; undefined for the picture as the camera sent it. */
export function filterOf(look: PictureLook): string | undefined {
  return isUsualLook(look) ? undefined : `brightness(${look.brightness}%) contrast(${look.contrast}%)`
}
