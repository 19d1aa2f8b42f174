import { lazyPart } from '@/screens/app/lazyPart'
import type { LinkSettingsProps } from './LinkSettings'

/** The settings of a link, loaded when they are opened. */
export const LazyLinkSettings = lazyPart<LinkSettingsProps>(
  () => import(/* webpackChunkName: "link-settings" */ './LinkSettings'),
)
