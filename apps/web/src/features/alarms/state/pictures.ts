import { onConnectionBack } from '../../../lib/connection/connection.ts'
import { createPictureCache, loadPicture } from '../model/picture-cache.ts'

/** All prefetched pictures of this page. */
export const pictures = createPictureCache({ load: loadPicture })
// Runs after the component that shows a failed picture has chosen the new address, so that the picture is fetched only once.
onConnectionBack(() => queueMicrotask(() => pictures.retryFailed()))
