import { describeContractOver } from './contract-over.ts';

describeContractOver('REST');
