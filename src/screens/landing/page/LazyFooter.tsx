import { lazyPart } from '@/screens/app/lazyPart'
import type { FooterProps } from './landingProps'

/**
 * In a file of its own: with other lazy parts in this file, more pages would load the footer's chunk, and the chunk would repeat the modules that
 * those pages lack.
 */
export const LazyFooter = lazyPart<FooterProps>(() => import(/* webpackChunkName: "visit-footer" */ './LandingFooter'))
