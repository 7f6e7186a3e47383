import {
  applyCompanyLearning,
  applyViewLearning,
  getCompanyLearning,
  getViewLearning,
  learnCompany,
  learnView,
  revertCompanyLearning,
  revertViewLearning,
} from '@winnow/contract'

/** What learning applies to. */
export type LearningScope = 'camera' | 'company'

/** The four operations, for a camera and for a company. */
export const LEARNING = {
  camera: { get: getViewLearning, learn: learnView, apply: applyViewLearning, revert: revertViewLearning },
  company: {
    get: getCompanyLearning,
    learn: learnCompany,
    apply: applyCompanyLearning,
    revert: revertCompanyLearning,
  },
} as const
