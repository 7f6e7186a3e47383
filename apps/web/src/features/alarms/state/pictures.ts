import { createPictureCache, loadPicture } from '../model/picture-cache.ts'

/** All pictures this page has decoded ahead. */
export const pictures = createPictureCache({ load: loadPicture })
