import { Suspense, lazy } from 'react'
import type { LinkSettingsProps } from './LinkSettingsProps'

const LinkSettings = lazy(() => import(/* webpackChunkName: "link-settings" */ './LinkSettings'))

/** The settings of a link, whose code comes when they are opened. */
export function LazyLinkSettings(props: LinkSettingsProps) {
  return (
    <Suspense fallback={null}>
      <LinkSettings {...props} />
    </Suspense>
  )
}
