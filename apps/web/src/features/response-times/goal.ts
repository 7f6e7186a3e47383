/** The goal of a site that is changed in a dialog. */
export interface Goal {
  siteId: string
  siteName: string | null
  goalSeconds: number
}
