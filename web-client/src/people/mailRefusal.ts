/* A refusal of what is about e-mail in the language of the page. */

import type { Refused } from '../net/api';
import { isMailCode, sayMail } from '../text/mail';
import { refusedText } from '../text/refusal';

export const mailRefusal = (refused: Refused): string =>
  isMailCode(refused.code) ? sayMail(refused.code) : refusedText(refused);
