import { later } from '@/screens/app/later'
import type { FooterProps } from './VisitProps'

export const LazyFooter = later<FooterProps>(() => import(/* webpackChunkName: "visit-footer" */ './LandingFooter'))
