import './runtime/thread-pool';
import { serve } from './serve';

void serve();
