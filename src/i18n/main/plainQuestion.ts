/** The question for the case that no catalogue could be loaded. */
export const plainQuestion = '网络异常，重试？\nCould not load. Try again?'
