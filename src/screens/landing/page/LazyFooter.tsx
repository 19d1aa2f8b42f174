import { lazyPart } from '@/screens/app/lazyPart'
import type { FooterProps } from './landingProps'

/** In a file of its own: with other lazy parts beside it, more pages would be above its chunk, and modules that these lack would be in it twice. */
export const LazyFooter = lazyPart<FooterProps>(() => import(/* webpackChunkName: "visit-footer" */ './LandingFooter'))
