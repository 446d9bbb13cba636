// The papers whose figures are live.
import { brach } from './brach';
import { leine } from './leine';
import { liu } from './liu';
import { payr } from './payr';
import { rodriguez } from './rodriguez';

export const papers = [brach, leine, liu, payr, rodriguez];
