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

/** For whom is learnt. */
export type LearningScope = 'camera' | 'company'

/** The same four things can be done for a camera and for a company. */
export const LEARNING = {
  camera: { get: getViewLearning, learn: learnView, apply: applyViewLearning, revert: revertViewLearning },
  company: {
    get: getCompanyLearning,
    learn: learnCompany,
    apply: applyCompanyLearning,
    revert: revertCompanyLearning,
  },
} as const
