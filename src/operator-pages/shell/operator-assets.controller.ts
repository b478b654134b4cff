import { Controller, VERSION_NEUTRAL } from '@nestjs/common';
import { AssetsController } from '../../console/shell/assets.controller.js';
import { operatorPagesPath } from './operator-site.js';

/** Serves the style sheet, the script and the icon of the console for the operator pages, which may run without it. */
@Controller({ path: `${operatorPagesPath}/assets`, version: VERSION_NEUTRAL })
export class OperatorAssetsController extends AssetsController {}
