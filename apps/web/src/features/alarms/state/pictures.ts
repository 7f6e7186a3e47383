import { onConnectionBack } from '../../../lib/connection/connection.ts'
import { createPictureCache, loadPicture } from '../model/picture-cache.ts'

/** All pictures this page has decoded ahead. */
export const pictures = createPictureCache({ load: loadPicture })
// After whoever shows one of them has chosen its new address, so that it is fetched once.
onConnectionBack(() => queueMicrotask(() => pictures.retryFailed()))
