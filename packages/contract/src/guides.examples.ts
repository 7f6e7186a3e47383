import { example } from './example.ts'
import { getGuide, getGuideCaptions, getGuideVideo } from './guides.ts'

/** An installation has no guides at first. */
const none = { params: { page: 'alarms' }, nothing: { status: 404, body: { code: 'NOT_FOUND' } } }

export const guidesExamples = [example(getGuide, none), example(getGuideVideo, none), example(getGuideCaptions, none)]
