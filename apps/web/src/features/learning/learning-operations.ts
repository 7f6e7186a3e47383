import {
  applyCompanyLearning,
  applyViewLearning,
  getCompanyLearning,
  getViewLearning,
  learnCompany,
  learnView,
  listCompanyLearningAlarms,
  listViewLearningAlarms,
  revertCompanyLearning,
  revertViewLearning,
} from '@winnow/contract'

/** The scope of learning: one camera, or all cameras of a company. */
export type LearningScope = 'camera' | 'company'

/** The operations of learning, for each scope. */
export const LEARNING = {
  camera: {
    get: getViewLearning,
    learn: learnView,
    apply: applyViewLearning,
    revert: revertViewLearning,
    alarms: listViewLearningAlarms,
  },
  company: {
    get: getCompanyLearning,
    learn: learnCompany,
    apply: applyCompanyLearning,
    revert: revertCompanyLearning,
    alarms: listCompanyLearningAlarms,
  },
} as const
