import { DW_SECRET_PLACE } from '@winnow/contract'

/** The content of the rule. The system replaces the placeholders, as far as the event has the values. */
export const RULE_CONTENT = `{${[
  ['camera', '{event.cameraId}'],
  ['cameraName', '{event.cameraName}'],
  ['eventType', '{event.eventType}'],
  ['eventName', '{event.eventName}'],
  ['source', '{event.source}'],
  ['caption', '{event.caption}'],
  ['description', '{event.description}'],
]
  .map(([name, value]) => `"${name}":"${value}"`)
  .join(',')}}`

/** The address of the rule for a system. Without a secret, its place is shown. */
export const ruleAddress = (pushUrl: string, secret: string | undefined, systemId: string | undefined): string =>
  `${secret === undefined ? pushUrl : pushUrl.replace(DW_SECRET_PLACE, secret)}${
    systemId === undefined ? '' : `?system=${encodeURIComponent(systemId)}`
  }`
