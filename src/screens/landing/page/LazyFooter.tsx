import { lazyPart } from '@/screens/app/lazyPart'
import type { FooterProps } from './VisitProps'

export const LazyFooter = lazyPart<FooterProps>(() => import(/* webpackChunkName: "visit-footer" */ './LandingFooter'))
