import './platform/runtime/thread-pool';
import { serve } from './serve';

void serve();
