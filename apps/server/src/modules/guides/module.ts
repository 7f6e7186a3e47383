import type { Platform } from '../../platform/create-platform.ts'
import type { Module } from '../../platform/modules/module.ts'
import { registerGuides } from './guide-routes.ts'

export const guidesModule: Module<Pick<Platform, 'env' | 'media'>> = {
  name: 'guides',
  tables: { guide: { rows: 'kept', files: { video_key: 'guides/', captions_key: 'guides/' } } },
  routes: (register, { env, media }) => registerGuides(register, { media, hosts: env.guideHosts }),
}
