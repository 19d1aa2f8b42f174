import { later } from '@/screens/app/later'
import type { LinkSettingsProps } from './LinkSettingsProps'

/** The settings of a link, whose code comes when they are opened. */
export const LazyLinkSettings = later<LinkSettingsProps>(
  () => import(/* webpackChunkName: "link-settings" */ './LinkSettings'),
)
