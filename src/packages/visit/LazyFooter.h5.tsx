import { later } from '@/screens/later'
import type { FooterProps } from './VisitProps'

export const LazyFooter = later<FooterProps>(() => import(/* webpackChunkName: "visit-footer" */ './VisitFooter'))
