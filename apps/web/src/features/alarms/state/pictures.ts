import { onConnectionBack } from '../../../lib/connection/connection.ts'
import { createPictureCache, loadPicture } from '../model/picture-cache.ts'

/** All prefetched pictures of this page. */
export const pictures = createPictureCache({ load: loadPicture })
// After the component that shows one has chosen its new address, so that it is fetched once.
onConnectionBack(() => queueMicrotask(() => pictures.retryFailed()))
