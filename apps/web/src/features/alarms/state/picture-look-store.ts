import { createUserStore } from '../../../lib/session/create-user-store.ts'
import { type PictureLook, usualLook } from '../model/picture-look.ts'

/** Brightness and contrast, until the user logs out or the page is closed. */
export const lookStore = createUserStore<PictureLook>(usualLook)

/** Whether two pictures are compared, and the place of the slider between them in percent of the width. */
export const compareStore = createUserStore({ on: false, split: 50 })

export const toggleCompare = (): void => compareStore.set((state) => ({ ...state, on: !state.on }))
